import { Page } from '../../components/page.tsx';

export const StatusPage = () => <Page title="Status">…</Page>;
