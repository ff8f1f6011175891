import { Download } from 'lucide-react';
import type { RequestFilter } from '../../../api/requests.ts';
import { Menu, MenuItem } from '../../../components/menu.tsx';
import styles from './export-menu.module.css';
import type { RequestExport } from './use-request-export.ts';

type ExportMenuProps = { readonly filter: RequestFilter; readonly export: RequestExport };

/** Exports all requests that match the filter, loaded or not. Only one export runs at a time. */
export const ExportMenu = ({ filter, export: { start, progress } }: ExportMenuProps) => (
  <Menu
    label="Export"
    trigger={
      <>
        <Download size={16} aria-hidden="true" />
        <span className={styles.label}>Export</span>
      </>
    }
  >
    <MenuItem
      label="CSV, a row for each request"
      isDisabled={progress !== undefined}
      onAction={() => start(filter, 'csv')}
    />
    <MenuItem label="JSON, every field" isDisabled={progress !== undefined} onAction={() => start(filter, 'json')} />
  </Menu>
);
