/** What was loaded at some moment. */
export type Loaded = { readonly pages: number; readonly rows: number };

// Rows that fill a screen: with as many, nobody waits for more.
const enoughRows = 20;
// A page reads some thousands of requests: this bounds what a filter that fits nothing makes the service read.
const mostLooks = 5;

/**
 * Whether to load another page by oneself: those since somebody asked were short or empty, and not too many.
 * @param asked what was loaded when somebody asked for more; nothing at the beginning
 * @param now what is loaded; fewer pages than then when the list began anew
 */
export function goesOn(asked: Loaded, now: Loaded): boolean {
  const before = now.pages < asked.pages ? { pages: 0, rows: 0 } : asked;
  return now.rows - before.rows < enoughRows && now.pages - before.pages < mostLooks;
}
