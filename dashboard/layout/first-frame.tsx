import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AfterPaint } from '../components/after-paint.tsx';

/**
 * Renders the frame of a page: the first in short steps, and one that replaces another at once, so that nothing flashes and
 * the focus finds the content of the next page.
 */
export function FirstFrame({ children }: { readonly children: ReactNode }) {
  const { state } = useRouter();
  return <AfterPaint isDue={state.resolvedLocation !== undefined}>{children}</AfterPaint>;
}
