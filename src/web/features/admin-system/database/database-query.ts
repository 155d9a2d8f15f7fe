import { useQuery } from '@tanstack/react-query';
import { call } from '#web/lib/api.ts';
import { queryKeys } from '#web/lib/query-keys.ts';

export const useDatabase = () =>
  useQuery({ queryKey: queryKeys.adminDatabase, queryFn: () => call('GET /api/admin/system/database') });
