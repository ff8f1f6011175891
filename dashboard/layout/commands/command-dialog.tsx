import { Dialog } from '../../components/dialog.tsx';
import { lazyPart } from '../lazy-part.tsx';
import type { PaletteProps } from './palette.tsx';
import type { OpenCommand } from './use-commands.ts';

type CommandDialogProps = {
  readonly opened: OpenCommand | undefined;
  readonly onOpen: (command: OpenCommand | undefined) => void;
};

const Palette = lazyPart<PaletteProps>(async () => (await import('./palette.tsx')).Palette);
const ShortcutList = lazyPart(async () => (await import('./shortcut-list.tsx')).ShortcutList);

/** The palette or the list of shortcuts. Their code loads when one is opened. */
export function CommandDialog({ opened, onOpen }: CommandDialogProps) {
  if (opened === undefined) return null;
  const close = () => onOpen(undefined);
  return (
    <Dialog key={opened} title={opened === 'palette' ? 'Go to' : 'Keyboard shortcuts'} isOpen onClose={close}>
      {opened === 'palette' ? <Palette onClose={close} onShortcuts={() => onOpen('shortcuts')} /> : <ShortcutList />}
    </Dialog>
  );
}
