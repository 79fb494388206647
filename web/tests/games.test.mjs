// The published games through the page.

export const tests = [];
