// Runs before the first paint, so that pages never jump between their plain and their scripted form.
document.documentElement.classList.add("js");
