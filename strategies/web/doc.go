// Package web digests pages of a browser as tools for agents print them: accessibility trees, as those of Playwright
// and of Chrome's DevTools.
//
//	uid=1_3 main
//	  uid=1_4 heading "Orders" level="1"
//
//	- main [ref=e4]:
//	  - heading "Orders" [level=1] [ref=e5]
//	  - link "Order 17" [ref=e6]:
//	    - /url: /orders/17
//
// Most of a page is around what it is for. So its address, alerts and dialogs come first, then headings and what can be
// filled in or pressed, then what its body says; the banner, the navigation and the foot of the page come last, and so
// does what repeats the name of what is around it.
//
// # Limits and cost
//
// A text is a page where at least three lines of its first KiB are elements with a mark that a tool acts on. The text
// is read once; memory is that of its depth, and of the names that were seen, at most some 4 MiB.
package web
