/**
 * The component kit. Every page is built of these; nothing else sets colours or sizes.
 *
 * - `Page`: title, actions and content of a page; sets the title of the document.
 * - `Card`, `Stack`, `Grid`, `Facts`: layout. `Facts` is a list of label and value.
 * - `Button`, `LinkButton`, `Menu`: actions. `kind="danger"` for what cannot be undone. `useAction` runs a change.
 * - `ListView`: a page of a list by its API path, with paging, empty state and errors. `Table` for rows at hand.
 * - `Tabs`: tabs whose name is in the address (`?tab=`).
 * - `Dialog`, `Confirm`: native modal dialogs. `Toast` by `toast(text)`.
 * - `RecordForm` (src/forms): a form described by fields, which shows the API's errors beside them.
 * - `Badge`, `Status`, `Money`, `Time`, `Day`, `Code`, `Copy`, `Bar`, `Empty`, `ErrorNote`, `Loading`: content.
 */
export { Badge, Status } from './badge';
export { Button, LinkButton } from './button';
export { Bar, Copy, Code, Json } from './content';
export { Confirm, Dialog } from './dialog';
export { Empty, ErrorNote, Loading, Note } from './empty';
export { Card, Facts, Fact, Grid, Page, Stack } from './layout';
export { ListView, type ListViewProps } from './list-view';
export { Menu, MenuItem } from './menu';
export { Money, Quantity } from './money';
export { Table, type Column } from './table';
export { Tabs, type Tab } from './tabs';
export { Countdown, Day, Time } from './time';
export { toast, Toasts } from './toast';
export { useAction } from './use-action';
export { cx } from './cx';
