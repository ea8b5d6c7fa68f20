"""What the network is: its shape, its arithmetic, its heads, its tokens, and the folder all of it is kept in."""
