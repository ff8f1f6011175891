import { Skeleton } from '../../components/skeleton.tsx';
import styles from './tester/tester.module.css';

/** Holds the place of the addresses and the tester. */
export const EndpointsSkeleton = () => (
  <>
    <Skeleton height="16.1rem" label="Loading the addresses" />
    <div className={styles.tester}>
      <Skeleton height="35.2rem" label="Loading the request tester" />
      <Skeleton height="21.3rem" label="Loading the request tester" />
    </div>
  </>
);
