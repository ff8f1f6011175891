import { type ReactNode, useDeferredValue } from 'react';

type AfterPaintProps = {
  /** Shown until then. */
  readonly before?: ReactNode;
  readonly children: ReactNode;
};

/** Renders a large part of a page in short steps, between which the browser reacts, after what is around it was painted. */
export const AfterPaint = ({ before, children }: AfterPaintProps) =>
  useDeferredValue(true, false) ? children : before;
