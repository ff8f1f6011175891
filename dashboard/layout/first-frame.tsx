import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AfterPaint } from '../components/after-paint.tsx';

/**
 * Renders the frame of the first page in short steps. One that replaces another is rendered at once: nothing flashes, and the
 * focus finds the content of the next page.
 */
export function FirstFrame({ children }: { readonly children: ReactNode }) {
  const { state } = useRouter();
  return <AfterPaint isDue={state.resolvedLocation !== undefined}>{children}</AfterPaint>;
}
