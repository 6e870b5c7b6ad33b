import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { ProblemError } from '@billing-service/sdk';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyTheme, currentTheme } from './lib/theme';
import { createAppRouter } from './router';
import './styles.css';

applyTheme(currentTheme());

const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 1_000, retry: (count, error) => !ProblemError.is(error) && count < 2 },
  },
});
const router = createAppRouter(queryClient);
// A new page begins at its top; a change of the address within a page leaves the reader where he is.
router.subscribe('onResolved', ({ pathChanged }) => {
  if (pathChanged) window.scrollTo(0, 0);
});

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
