/**
 * Swagger UI plugin that shows only code and description of the documented errors. All errors have the same schema, and
 * their examples and headers would fill several screens below the response of each operation.
 */
export const ShortErrors = () => ({
  wrapComponents: {
    response:
      (/** @type {unknown} */ Response, /** @type {any} */ { React }) =>
      (/** @type {any} */ props) => {
        const isError = Number(props.code) >= 400;
        const response = isError ? props.response.delete('content').delete('headers') : props.response;
        return React.createElement(Response, { ...props, response });
      },
  },
});
