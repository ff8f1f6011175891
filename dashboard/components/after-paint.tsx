import { type ReactNode, useDeferredValue } from 'react';

type AfterPaintProps = {
  /** Shown until then. */
  readonly before?: ReactNode;
  readonly children: ReactNode;
};

/** Renders a large part of a page after what is around it was painted, in short steps, between which the browser reacts. */
export const AfterPaint = ({ before, children }: AfterPaintProps) =>
  useDeferredValue(true, false) ? children : before;
