import { Activity, BookOpen, Braces, type LucideIcon, Megaphone } from 'lucide-react';

/** The pages that help a customer, which can be read without a session. */
export const helpPages = [
  { to: '/docs', label: 'Docs', icon: BookOpen },
  { to: '/reference', label: 'API reference', icon: Braces },
  { to: '/status', label: 'Status', icon: Activity },
  { to: '/changelog', label: 'Changelog', icon: Megaphone },
] as const satisfies readonly { readonly to: string; readonly label: string; readonly icon: LucideIcon }[];
