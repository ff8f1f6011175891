import { Page } from '../../components/page.tsx';

export const ChangelogPage = () => <Page title="Changelog">…</Page>;
