import { useState } from 'react';

const KEY = 'theme';
const THEMES = ['system', 'light', 'dark'] as const;

export type Theme = (typeof THEMES)[number];

/** The theme is all that the dashboard stores in the browser. */
function storedTheme(): Theme {
  const stored = localStorage.getItem(KEY);
  return THEMES.find((it) => it === stored) ?? 'system';
}

/** Shows the page in the stored theme. */
export function applyTheme(theme: Theme = storedTheme()): void {
  document.documentElement.dataset.theme = theme;
}

/** Returns the theme, and a function that changes it. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(storedTheme);
  const change = (next: Theme): void => {
    if (next === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, next);
    applyTheme(next);
    setTheme(next);
  };
  return [theme, change];
}
