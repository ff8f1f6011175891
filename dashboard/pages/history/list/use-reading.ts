import { type FocusEvent, type PointerEvent, useState } from 'react';

/** Whether the mouse or the focus is on an element: what is there must not move away below it. */
export function useReading() {
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const handlers = {
    onPointerEnter: ({ pointerType }: PointerEvent) => setPointed(pointerType === 'mouse'),
    onPointerLeave: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => setFocused(currentTarget.contains(relatedTarget)),
  };
  return { isReading: isPointed || isFocused, handlers };
}
