import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';

type ComboBoxOptions = {
  /** How many options the list shows now. */
  readonly count: number;
  /** The option to start at when the list opens; -1 for none. */
  readonly first: number;
  readonly onPick: (option: number) => void;
  /** Whether several options can be picked: the list then stays open. */
  readonly isMultiple?: boolean;
  /** Enter was pressed while no option was active. */
  readonly onEnter: () => void;
};

/**
 * A text field with a list of options (ARIA Authoring Practices, "Combobox"). The focus stays in the field. Unlike React
 * Aria's, it hides nothing of the page from screen readers while it is open.
 */
export function useComboBox({ count, first, onPick, isMultiple = false, onEnter }: ComboBoxOptions) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const shown = isOpen ? Math.min(active, count - 1) : -1;
  useEffect(() => {
    if (shown >= 0) document.getElementById(`${id}-${shown}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, shown]);
  const openAt = (option: number) => {
    setOpen(true);
    setActive(option);
  };
  const open = () => openAt(first);
  const close = () => setOpen(false);
  const pick = (option: number) => {
    if (!isMultiple) close();
    onPick(option);
  };
  const enter = () => {
    if (shown >= 0) return pick(shown);
    close();
    onEnter();
  };
  const act = { open, close, enter, move: setActive };
  const onKeyDown = (event: KeyboardEvent) => {
    // The keys of an input method choose among its own suggestions.
    if (!event.nativeEvent.isComposing) pressKey(event, { isOpen, shown, count }, act);
  };
  return {
    isOpen,
    open,
    close,
    /** A text was typed: the options are others now. */
    search: () => openAt(-1),
    input: {
      ref: input,
      role: 'combobox',
      autoComplete: 'off',
      spellCheck: false,
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? `${id}-list` : undefined,
      'aria-autocomplete': 'list',
      'aria-activedescendant': shown >= 0 ? `${id}-${shown}` : undefined,
      onKeyDown,
      onBlur: close,
    },
    list: (label: string) => ({ ...listProps(`${id}-list`, label), 'aria-multiselectable': isMultiple || undefined }),
    option: (place: number, isChosen: boolean) => ({
      id: `${id}-${place}`,
      role: 'option',
      'aria-selected': isChosen,
      'data-focused': place === shown || undefined,
      // The focus stays in the field.
      onPointerDown: (event: { preventDefault: () => void }) => event.preventDefault(),
      onClick: () => pick(place),
    }),
    toggle: () => {
      input.current?.focus();
      if (isOpen) close();
      else open();
    },
  } as const;
}

const listProps = (id: string, label: string) => ({ id, role: 'listbox', 'aria-label': label }) as const;

type ListState = { readonly isOpen: boolean; readonly shown: number; readonly count: number };
type ListActions = Readonly<Record<'open' | 'close' | 'enter', () => void>> & {
  readonly move: (option: number) => void;
};

function pressKey(event: KeyboardEvent, { isOpen, shown, count }: ListState, act: ListActions): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step !== undefined) {
    event.preventDefault();
    if (isOpen) act.move(stepped(shown, step, count));
    else act.open();
  } else if (event.key === 'Escape' && isOpen) {
    // Only the list closes, not a dialog around it.
    event.stopPropagation();
    act.close();
  } else if (event.key === 'Enter') {
    event.preventDefault();
    act.enter();
  }
}

/** The next option in a direction; around the ends. */
export const stepped = (active: number, step: number, count: number): number => {
  if (count === 0) return -1;
  if (active < 0) return step > 0 ? 0 : count - 1;
  return (active + step + count) % count;
};
