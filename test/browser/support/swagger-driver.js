// Runs within the Swagger page. Each step waits for the change that it causes, and not until Chromium has painted it: that
// makes a walk through all operations several times as fast.
{
  const WITHIN_MS = 60_000;

  const changed = (what, probe) =>
    new Promise((resolve, reject) => {
      const observer = new MutationObserver(() => look());
      const timer = setTimeout(() => {
        observer.disconnect();
        reject(new Error(`Not seen on the page: ${what}`));
      }, WITHIN_MS);
      const look = () => {
        const found = probe();
        if (found === null) return;
        observer.disconnect();
        clearTimeout(timer);
        resolve(found);
      };
      observer.observe(document.body, {
        childList: true,
        subtree: true,
        attributes: true,
        characterData: true,
      });
      look();
    });

  /** Resolves after what Swagger UI does once it has shown an operation, such as filling in the body. */
  const settled = () => new Promise((resolve) => setTimeout(resolve, 50));

  const prefixOf = (group) => `operations-${group.replaceAll(' ', '_')}-`;
  const blockOf = (group, id) => document.getElementById(`${prefixOf(group)}${id}`);
  const blocksOf = (group) => [...document.querySelectorAll(`.opblock[id^="${prefixOf(group)}"]`)];
  const headingOf = (group) => document.querySelector(`.opblock-tag[data-tag="${group}"]`);
  const textOf = (within, selector) => within.querySelector(selector)?.textContent.trim() ?? '';

  function press(within, selector) {
    const button = within?.querySelector(selector);
    if (!button) throw new Error(`There is no ${selector}`);
    button.click();
  }

  async function toggle(group, isOpen) {
    press(headingOf(group), '.expand-operation');
    await changed(`${group} ${isOpen ? 'open' : 'closed'}`, () =>
      headingOf(group)?.getAttribute('data-is-open') === String(isOpen) ? true : null,
    );
  }

  function outcomeIn(block) {
    const missing = textOf(block, '.validation-errors');
    if (missing !== '') return { status: 0, text: missing };
    if (block.querySelector('textarea.invalid') !== null) return { status: 0, text: 'The body is missing' };
    const row = block.querySelector('.live-responses-table tbody tr.response');
    if (row === null || block.querySelector('.loading') !== null) return null;
    const status = Number.parseInt(textOf(row, '.response-col_status'), 10);
    return { status: status || 0, text: textOf(row, '.response-col_description .microlight') };
  }

  globalThis.driver = {
    async open(group) {
      await toggle(group, true);
      await changed(`operations of ${group}`, () => blocksOf(group)[0] ?? null);
    },
    close: (group) => toggle(group, false),
    list: (group) =>
      blocksOf(group).map((it) => ({
        id: it.id.slice(prefixOf(group).length),
        method: textOf(it, '.opblock-summary-method'),
      })),
    async start(group, id) {
      press(blockOf(group, id), '.opblock-summary-control');
      await changed(`Execute of ${id}`, () => blockOf(group, id)?.querySelector('button.execute') ?? null);
      await settled();
      press(blockOf(group, id), 'button.execute');
    },
    outcome: (group, id) =>
      changed(`the response to ${id}`, () => {
        const block = blockOf(group, id);
        return block === null ? null : outcomeIn(block);
      }),
    async end(group, id) {
      press(blockOf(group, id), '.opblock-summary-control');
      await changed(`${id} closed`, () =>
        blockOf(group, id)?.querySelector('.opblock-body') === null ? true : null,
      );
    },
  };
}
