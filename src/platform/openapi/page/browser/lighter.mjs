/** Swagger UI renders all that is on the page again after every click. This plugin leaves out what costs most. */
export const Lighter = () => ({
  wrapComponents: { response: shortError, Markdown: fastText, Webhooks: closedAtFirst },
});

/**
 * Shows only code and description of the documented errors. All errors have the same schema, and their examples and
 * headers would fill several screens below the response of each operation.
 *
 * @param {unknown} Response
 * @param {any} system
 */
const shortError =
  (Response, { React }) =>
  (/** @type {any} */ props) => {
    const isError = Number(props.code) >= 400;
    const response = isError ? props.response.delete('content').delete('headers') : props.response;
    return React.createElement(Response, { ...props, response });
  };

const SYNTAX = /[`*_[\]<>&#|\n]/;

/**
 * Renders texts without Markdown as they are. Swagger UI parses and sanitizes every text: a third of the time to open an
 * operation.
 *
 * @param {unknown} Markdown
 * @param {any} system
 */
const fastText = (Markdown, { React }) =>
  React.memo((/** @type {any} */ props) => {
    const isPlain = typeof props.source === 'string' && !SYNTAX.test(props.source);
    if (!isPlain) return React.createElement(Markdown, props);
    const paragraph = React.createElement('p', null, props.source);
    return React.createElement('div', { className: 'renderedMarkdown' }, paragraph);
  });

/**
 * Shows the webhooks, which nothing can execute, only when they are opened.
 *
 * @param {unknown} Webhooks
 * @param {any} system
 */
const closedAtFirst =
  (Webhooks, { React }) =>
  (/** @type {any} */ props) => {
    const [isOpen, setIsOpen] = React.useState(false);
    const onToggle = (/** @type {any} */ event) => setIsOpen(event.currentTarget.open);
    const summary = React.createElement(
      'summary',
      { className: 'opblock-tag' },
      'Webhooks that the service sends',
    );
    return React.createElement(
      'details',
      { onToggle },
      summary,
      isOpen && React.createElement(Webhooks, props),
    );
  };
