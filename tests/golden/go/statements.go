package main

// func teh(a int) error

// goto teh

// case "teh":

// int teh

// return teh, err

// throw new Teh("x")

// go teh()

// if teh > 0

// Func to call when teh end comes

// case by case teh list grows

// int is teh type of it
=====[ read ]=====
Func to call when teh end comes
case by case teh list grows
int is teh type of it
=====[ corrected ]=====
package main

// func teh(a int) error

// goto teh

// case "teh":

// int teh

// return teh, err

// throw new Teh("x")

// go teh()

// if teh > 0

// Func to call when the end comes

// case by case the list grows

// int is the type of it
