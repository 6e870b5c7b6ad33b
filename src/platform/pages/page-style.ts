/** The style sheet of all pages. Its hash is in their Content-Security-Policy. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --text: #1a1a1a; --back: #fff; --line: #767676; --accent: #1d4ed8; --on-accent: #fff; --note: #f1f5f9; }
@media (prefers-color-scheme: dark) {
  :root { --text: #ededed; --back: #161616; --line: #8a8a8a; --accent: #93b4ff; --on-accent: #101010; --note: #262b33; }
}
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, "Noto Sans", "Helvetica Neue", Arial, sans-serif; }
main, header { max-width: 44rem; margin: 0 auto; padding: 1.5rem; overflow-wrap: anywhere; }
header { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; align-items: baseline; padding-bottom: 0; }
header p { margin: 0; font-weight: bold; }
nav { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0.5rem 0 1rem; }
h2 { font-size: 1.2rem; margin: 2rem 0 0.5rem; }
a { color: var(--accent); }
a[aria-current] { color: inherit; font-weight: bold; text-decoration: none; }
.amount { font-size: 2rem; font-weight: bold; margin: 0.5rem 0; }
.note { background: var(--note); border-left: 4px solid var(--accent); padding: 0.75rem 1rem; margin: 1rem 0; }
button { font: inherit; font-weight: bold; padding: 0.6rem 1.4rem; border: 2px solid var(--accent); border-radius: 0.4rem; background: var(--accent); color: var(--on-accent); cursor: pointer; }
button.plain { background: transparent; color: var(--accent); padding: 0.2rem 0.7rem; }
button:focus-visible, a:focus-visible, .wide:focus-visible { outline: 3px solid var(--text); outline-offset: 2px; }
form { display: inline-block; margin: 0.25rem 0.25rem 0.25rem 0; }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; margin: 0.5rem 0 1rem; }
caption { text-align: left; font-weight: bold; padding-bottom: 0.25rem; }
th, td { text-align: left; vertical-align: top; padding: 0.45rem 0.75rem 0.45rem 0; border-bottom: 1px solid var(--line); font-weight: normal; overflow-wrap: normal; }
thead th { font-weight: bold; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1.5rem; margin: 1rem 0; }
dt { font-weight: bold; }
dd { margin: 0; }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: 0.5rem; } }
`;
