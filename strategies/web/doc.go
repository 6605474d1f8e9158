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
// Most lines of a page aren't its content. So its address, alerts and dialogs come first, then headings and controls,
// then the text of its body. The banner, the navigation and the foot of the page come last, as does a line that repeats
// the name of the element around it.
//
// # Limits and cost
//
// A text is a page if at least three lines of its first KiB are elements with a mark for tools. The text is read once;
// memory is that of its depth, and of the names that were seen, at most some 4 MiB.
package web
