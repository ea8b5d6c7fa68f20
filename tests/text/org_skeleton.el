;; What org-element finds in files besides prose: types, code, targets, tags, in order. Called as
;;   emacs -Q --batch -l org_skeleton.el FILE...
(require 'org)
(require 'org-element)
(defconst told '("TITLE" "SUBTITLE" "CAPTION" "DESCRIPTION" "ABSTRACT"))
(defun skeleton (node)
  (unless (or (null node) (stringp node))
    (let ((type (car node)))
      (append
       (list (symbol-name type))
       (mapcar
        (lambda (property)
          (let ((value (org-element-property property node)))
            (cond ((and (eq property :value) (member (org-element-property :key node) told)) "")
                  ((eq property :commentedp) (if value "silent" ""))
                  ((stringp value) (substring-no-properties value))
                  ((consp value) "some")
                  (t (format "%s" value)))))
        '(:value :raw-link :path :key :label :todo-keyword :level :name :language :checkbox :bullet :drawer-name
          :commentedp :priority :tags))
       (when (eq type 'headline) (apply #'append (mapcar #'skeleton (org-element-property :title node))))
       (apply #'append (mapcar #'skeleton (org-element-contents node)))))))
(dolist (file command-line-args-left)
  (with-temp-buffer
    (org-mode)
    (let ((coding-system-for-read 'utf-8-unix)) (insert-file-contents file))
    (let ((print-escape-newlines t)) (prin1 (skeleton (org-element-parse-buffer))))
    (terpri)))
(setq command-line-args-left nil)
