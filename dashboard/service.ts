import { createContext, useContext } from 'react';
import type { DashboardConfig } from './config.ts';

/** The deployment's configuration; undefined if it could not be read. */
export const ConfigContext = createContext<DashboardConfig | undefined>(undefined);

function useConfig(): DashboardConfig {
  const config = useContext(ConfigContext);
  if (!config) throw new Error('The parts of the configuration can be read only inside a ConfigContext.');
  return config;
}

/** The operator's name, logo and links. */
export const useService = (): DashboardConfig['service'] => useConfig().service;

/** Who may sign up. */
export const useSignUpPolicy = (): DashboardConfig['signUp'] => useConfig().signUp;

/** Whether everybody may read the status. */
export const useHasStatusFile = (): boolean => useConfig().statusPage === true;
