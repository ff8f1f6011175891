import { Page } from '../../components/page.tsx';

export const ReferencePage = () => <Page title="Reference">…</Page>;
