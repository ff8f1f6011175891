/** Has the browser save a text as a file; it never leaves the browser. */
export function saveCsv(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the file by the time that the click has run its course.
  setTimeout(() => URL.revokeObjectURL(address));
}
