import { type ReactNode, startTransition, useEffect, useState } from 'react';

type AfterPaintProps = {
  /** Shown until then. */
  readonly before?: ReactNode;
  /** Whether not to wait. Read at the first rendering. */
  readonly isDue?: boolean;
  readonly children: ReactNode;
};

/**
 * Renders a large part of a page in short steps, between which the browser reacts, after what is around it was painted. One
 * inside another waits again: the effects of both, such as requests, are no single long task.
 */
export function AfterPaint({ before, isDue = false, children }: AfterPaintProps) {
  const [isShown, setShown] = useState(isDue);
  useEffect(() => startTransition(() => setShown(true)), []);
  return isShown ? children : before;
}
