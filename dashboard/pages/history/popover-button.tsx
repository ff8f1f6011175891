import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button, Popover } from 'react-aria-components';
import styles from './popover.module.css';

type PopoverButtonProps = {
  /** Of the button and of what it opens. */
  readonly label: string;
  readonly icon: LucideIcon;
  readonly children: (close: () => void) => ReactNode;
};

// A scroll bar has 15 px of the window.
const edgePadding = 24;

/** A button that opens a few choices below it, which Tab leaves and closes. It needs less script than a menu. */
export function PopoverButton({ label, icon: Icon, children }: PopoverButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const choices = useRef<HTMLDialogElement>(null);
  // The button closes it by itself: closed before by the press, it would open again.
  const isOutside = (element: Element) => !button.current?.contains(element);
  useEffect(() => {
    if (!isOpen) return;
    // Without a modal, only what takes the focus would close it, and most of a page does not.
    const close = ({ target }: Event) => {
      if (target instanceof Element && isOutside(target) && !choices.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', close);
    return () => document.removeEventListener('pointerdown', close);
  });
  useEffect(() => {
    const first = choices.current?.querySelector<HTMLElement>(':enabled') ?? choices.current;
    // Where it opens first, it may not be beside its button yet.
    if (isOpen) first?.focus({ preventScroll: true });
  }, [isOpen]);
  return (
    <>
      <Button
        ref={button}
        className={styles.trigger}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onPress={() => setOpen(!isOpen)}
      >
        <Icon size={16} aria-hidden="true" />
        <span className={styles.label}>{label}</span>
      </Button>
      {/* A modal one makes the whole page inert: with thousands of loaded rows that takes longer than all else. */}
      <Popover
        className={styles.popover}
        triggerRef={button}
        isOpen={isOpen}
        onOpenChange={setOpen}
        isNonModal
        shouldCloseOnInteractOutside={isOutside}
        containerPadding={edgePadding}
      >
        {/* React Aria's own would keep the focus inside. */}
        <dialog open id={id} ref={choices} aria-label={label} tabIndex={-1} className={styles.choices}>
          {children(() => setOpen(false))}
        </dialog>
      </Popover>
    </>
  );
}
