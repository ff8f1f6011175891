import type { ReactNode } from 'react';
import { Menu as AriaMenu, MenuItem as AriaMenuItem, Button, MenuTrigger, Popover } from 'react-aria-components';
import styles from './menu.module.css';

type MenuProps = {
  /** The content of the button that opens the menu. */
  readonly trigger: ReactNode;
  /** Names the button and the menu. */
  readonly label: string;
  readonly children: ReactNode;
};

/** A button that opens a menu of actions and links. */
export const Menu = ({ trigger, label, children }: MenuProps) => (
  <MenuTrigger>
    <Button className={styles.trigger} aria-label={label}>
      {trigger}
    </Button>
    <Popover className={styles.popover}>
      <AriaMenu aria-label={label} className={styles.menu}>
        {children}
      </AriaMenu>
    </Popover>
  </MenuTrigger>
);

type MenuItemProps = {
  readonly label: string;
  readonly icon?: ReactNode;
  /** Makes the item a link, opened by the browser. */
  readonly href?: string;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
  readonly onAction?: () => void;
};

/** An action, or a link if it has `href`. */
export const MenuItem = ({ label, icon, isDanger = false, ...props }: MenuItemProps) => (
  <AriaMenuItem {...props} textValue={label} className={`${styles.item} ${isDanger ? styles.danger : ''}`}>
    {icon}
    {label}
  </AriaMenuItem>
);
