import { html } from './html';

describe('html', () => {
  it('escapes texts, and leaves HTML and lists of it as they are', () => {
    const name = `<script>alert("1")</script> & 'more'`;
    const items = ['a<b', html`<b>${'c'}</b>`];
    expect(html`<p title="${name}">${items}${null}${0}</p>`.markup).toBe(
      '<p title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;more&#39;">a&lt;b\n<b>c</b>0</p>',
    );
  });
});
