// One file for both: each lazy file of its own would be a further request of the page's first load.
export { RecentActivityCard } from './recent-activity-card.tsx';
export { TokensCard } from './tokens/tokens-card.tsx';
