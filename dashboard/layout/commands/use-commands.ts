import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type Command, characterCommand, isPaletteKey, type Press } from './shortcuts.ts';

/** What is open. */
export type OpenCommand = 'palette' | 'shortcuts';

export const isMac = /Mac|iP/.test(navigator.platform);

/** Where characters are typed, or move within a list. */
const typing =
  'input:not([type=radio],[type=checkbox]),textarea,select,[contenteditable],[aria-haspopup],[role=listbox],[role=menu],[role=tree]';
const dialogs = '[role=dialog],[role=alertdialog]';
const searches = 'main input[type=search],main search input';

/** Listens for shortcuts; what is open is for {@link CommandDialog}. */
export function useCommands() {
  const [opened, setOpened] = useState<OpenCommand>();
  const navigate = useNavigate();
  useEffect(() => {
    let before: Press | undefined;
    const run = (command: Command) => {
      if (typeof command === 'object') void navigate({ to: command.page });
      else if (command !== 'search') setOpened(command);
      else if (!focusSearch()) setOpened('palette');
    };
    const onKey = (event: KeyboardEvent) => {
      // A dialog must be closed first. An input method composes with the same keys.
      if (event.isComposing || event.defaultPrevented || event.repeat || document.querySelector(dialogs)) return;
      const isTyping = event.target instanceof Element && event.target.closest(typing) !== null;
      const command = isPaletteKey(event, isMac) ? 'palette' : isTyping ? undefined : characterCommand(event, before);
      before = isTyping ? undefined : event;
      if (!command) return;
      event.preventDefault();
      run(command);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [navigate]);
  return { opened, open: setOpened };
}

/** Moves the focus to the search of the page; false if it has none. */
function focusSearch(): boolean {
  const field = [...document.querySelectorAll<HTMLElement>(searches)].find((it) => it.checkVisibility());
  field?.focus();
  return field !== undefined;
}
