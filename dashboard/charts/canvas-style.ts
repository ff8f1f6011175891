/** A CSS colour as a canvas takes it: custom properties and `light-dark()` resolved as they hold for an element. */
export function canvasColor(element: HTMLElement, color: string): string {
  const probe = document.createElement('span');
  probe.style.color = color;
  element.append(probe);
  const resolved = getComputedStyle(probe).color;
  probe.remove();
  return resolved;
}

/** An element's font as a canvas takes it, in whole pixels: uPlot reads no others. */
export function canvasFont(element: HTMLElement): string {
  const { fontSize, fontFamily } = getComputedStyle(element);
  return `${Math.round(Number.parseFloat(fontSize))}px ${fontFamily}`;
}
