import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Shows the part of the page that the address names, once the content is there. */
export function useHashTarget(isLoaded: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (isLoaded && hash !== '') document.getElementById(hash)?.scrollIntoView();
  }, [isLoaded, hash]);
}
