import { useQuery } from '@tanstack/react-query';
import { call } from '#web/lib/net/api.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';

export const useDatabase = () =>
  useQuery({ queryKey: queryKeys.adminDatabase, queryFn: () => call('GET /api/admin/system/database') });
