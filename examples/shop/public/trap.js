history.pushState(null, "", location.href);
window.addEventListener("popstate", () => history.pushState(null, "", location.href));
