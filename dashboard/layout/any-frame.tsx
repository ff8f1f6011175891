import { Outlet, useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FirstFrame } from './first-frame.tsx';
import { OpenFrame } from './open-frame.tsx';
import { Shell } from './shell.tsx';

/** The frame of a page that everybody can read: the shell, or for visitors without a session a plain header. */
export function AnyFrame({ children }: { readonly children: ReactNode }) {
  const isSignedIn = useRouteContext({ from: '__root__', select: (context) => context.isSignedIn });
  return isSignedIn ? <Shell>{children}</Shell> : <OpenFrame>{children}</OpenFrame>;
}

/** The frame as a layout of routes. */
export const AnyFrameLayout = () => (
  <FirstFrame>
    <AnyFrame>
      <Outlet />
    </AnyFrame>
  </FirstFrame>
);
