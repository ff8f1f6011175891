import type { ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components';
import styles from './tabs.module.css';

type TabsProps = {
  /** Names the choice for screen readers. */
  readonly label: string;
  readonly tabs: readonly { readonly id: string; readonly label: string; readonly content: ReactNode }[];
};

/** Tabs; the arrow keys move between them. Without a named tab, the first panel would be drawn a moment later. */
export const Tabs = ({ label, tabs }: TabsProps) => (
  <AriaTabs className={styles.tabs} {...(tabs[0] && { defaultSelectedKey: tabs[0].id })}>
    <TabList aria-label={label} className={styles.list}>
      {tabs.map((tab) => (
        <Tab key={tab.id} id={tab.id} className={styles.tab}>
          {tab.label}
        </Tab>
      ))}
    </TabList>
    {tabs.map(({ id, content }) => (
      <TabPanel key={id} id={id} className={styles.panel}>
        {content}
      </TabPanel>
    ))}
  </AriaTabs>
);
