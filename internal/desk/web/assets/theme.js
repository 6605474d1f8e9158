// Sets the theme before anything is drawn: the one that was chosen, or else the system's.
"use strict";
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch { /* without storage, the system's */ }
document.documentElement.classList.add("scripted");
