import { type ReactNode, startTransition, useEffect, useState } from 'react';

type AfterPaintProps = {
  /** Shown until then. */
  readonly before?: ReactNode;
  /** Whether to render at once, without waiting. Only its first value counts. */
  readonly isDue?: boolean;
  readonly children: ReactNode;
};

/**
 * Renders a large part of a page after what is around it was painted, in short steps, between which the browser reacts. One
 * inside another waits again, so that the effects of both, such as requests, do not make one long task.
 */
export function AfterPaint({ before, isDue = false, children }: AfterPaintProps) {
  const [isShown, setShown] = useState(isDue);
  useEffect(() => startTransition(() => setShown(true)), []);
  return isShown ? children : before;
}
