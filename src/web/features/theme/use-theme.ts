import { useSyncExternalStore } from 'react';
import { getTheme, subscribeTheme } from '#web/lib/theme.ts';

export const useTheme = () => useSyncExternalStore(subscribeTheme, getTheme);
