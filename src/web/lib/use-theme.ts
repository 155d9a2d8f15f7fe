import { useSyncExternalStore } from 'react';
import { getTheme, subscribeTheme } from './theme.ts';

export const useTheme = () => useSyncExternalStore(subscribeTheme, getTheme);
