import type { AnyRouter } from '@tanstack/react-router';

/** Moves the focus to where a reader goes on after the page has changed. */
export const focusContent = (): void => document.getElementById('content')?.focus({ preventScroll: true });

/**
 * If what had the focus has gone with its page, the content of the next page gets it: a screen reader goes on there. On the
 * first page, the keyboard begins at the skip link.
 */
export const keepFocus = (router: AnyRouter): void => {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged && document.activeElement === document.body) focusContent();
  });
};
