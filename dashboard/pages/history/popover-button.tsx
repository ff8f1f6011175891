import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import styles from './popover.module.css';

type PopoverButtonProps = {
  /** Of the button and of what it opens. */
  readonly label: string;
  readonly icon: LucideIcon;
  readonly children: ReactNode;
};

// A scroll bar has 15 px of the window.
const edgePadding = 24;

/** A button that opens a few choices below it. It needs 4 KB of script less than a menu. */
export function PopoverButton({ label, icon: Icon, children }: PopoverButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const choices = useRef<HTMLElement>(null);
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
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button ref={button} className={styles.trigger} aria-label={label}>
        <Icon size={16} aria-hidden="true" />
        <span className={styles.label}>{label}</span>
      </Button>
      {/* A modal one makes the whole page inert: with thousands of loaded rows that takes longer than all else. */}
      <Popover
        className={styles.popover}
        isNonModal
        shouldCloseOnInteractOutside={isOutside}
        containerPadding={edgePadding}
      >
        <Dialog ref={choices} aria-label={label} className={styles.choices}>
          {children}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
