import './styles/app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { queryClient } from '#web/lib/net/query-client.ts';
import { installShortcuts } from '#web/lib/keys/shortcuts.ts';
import { followTheme } from '#web/lib/theme.ts';
import { createRouter } from './router.tsx';
import { followSession } from './session-watch.ts';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

followTheme();
installShortcuts(window);
followSession();

createRoot(container).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createRouter()} />
    </QueryClientProvider>
  </StrictMode>,
);
