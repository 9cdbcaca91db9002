import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { startSite } from '../../support/site.ts';

const WORDS =
  'the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which one you were all her she there would their we him been has when who will no more if out so up said what its about than into them can only other time new some could these two may first then do any like my now over such our man me even most made after also did many off before must well back through years where much your way down should because long each just state those people too little'.split(
    ' ',
  );
const SECTIONS = 24;

const STYLE = `body { font: 17px/1.6 Georgia, serif; max-width: 46em; margin: 2em auto; color: #222 }
header, footer { border-block: 1px solid #ccc; padding: 1em 0 } nav a { margin-right: 1em }
h1, h2 { font-family: sans-serif } figure { margin: 2em 0 } img { max-width: 100% }
table { border-collapse: collapse } td, th { border: 1px solid #bbb; padding: .3em .8em }
pre { background: #f4f4f4; padding: 1em } .grid { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1em }`;

/** A site with one article without scripts: 60 kB of HTML, a style sheet and two pictures. */
export async function startArticleSite(): Promise<{ url: string; close: () => Promise<void> }> {
  const site = await startSite({
    '/article': article(),
    '/style.css': { headers: { 'content-type': 'text/css' }, body: STYLE },
    '/one.jpg': { headers: { 'content-type': 'image/jpeg' }, body: await picture(1200, 700) },
    '/two.jpg': { headers: { 'content-type': 'image/jpeg' }, body: await picture(900, 900) },
  });
  return { url: `${site.url}/article`, close: () => site.close() };
}

/** Blurred noise: compresses as a photograph does. */
const picture = (width: number, height: number): Promise<Buffer> =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .blur(6)
    .jpeg()
    .toBuffer();

function article(): string {
  const chapters = Array.from({ length: SECTIONS }, (_, index) => chapter(index)).join('\n');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A long article</title>
<link rel="stylesheet" href="/style.css"></head><body>
<header><nav><a href="/">Home</a><a href="/news">News</a><a href="/about">About</a></nav></header>
<main><article><h1>A long article</h1><figure><img src="/one.jpg" alt="First picture"><figcaption>First</figcaption></figure>
${chapters}
<figure><img src="/two.jpg" alt="Second picture"></figure></article></main><footer>Printed nowhere.</footer></body></html>`;
}

function chapter(index: number): string {
  const paragraphs = [0, 1, 2].map((part) => `<p>${prose(index * 7 + part, 130)}</p>`).join('\n');
  const rows = [1, 2, 3].map(
    (row) => `<tr><td>${row}</td><td>${prose(index + row, 3)}</td><td>${index * row}</td></tr>`,
  );
  return `<section><h2>Chapter ${index + 1}</h2>${paragraphs}
<table><tr><th>No.</th><th>What</th><th>How many</th></tr>${rows.join('')}</table>
<ul class="grid"><li><a href="/a${index}">${prose(index, 4)}</a></li><li>${prose(index + 1, 5)}</li></ul></section>`;
}

/** `count` words and a full stop, the same for the same seed. */
function prose(seed: number, count: number): string {
  const words = Array.from(
    { length: count },
    (_, at) => WORDS[(seed * 31 + at * at * 7 + at * 13) % WORDS.length],
  );
  return `${words.join(' ')}.`;
}
