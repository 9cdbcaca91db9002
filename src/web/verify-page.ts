import { buildReport } from '../domain/report/report.ts';
import { printMarks } from '../domain/report/style.ts';
import { wordVerdict } from '../domain/report/verdict-section.ts';
import { toVerdictJson } from '../domain/verification/verdict-json.ts';
import { type CheckedArchive, checkArchive } from './check-archive.ts';
import { mount } from './mount.ts';
import { pageParts } from './page-parts.ts';
import { readTrust, startTrustForm } from './trust-form.ts';

// Entry of resources/verify/verify.html: bundled into that one file, which loads nothing.

const { main, drop, archive, status, progress, actions, print, save, result } = pageParts;

const TITLE = document.title;
const marks = new CSSStyleSheet();
document.adoptedStyleSheets.push(marks);

/** What was chosen, the check of it that is under way, and what is shown of the last one. */
const state = {
  file: null as File | null,
  run: new AbortController(),
  shown: null as CheckedArchive | null,
};

function choose(file: File | undefined): void {
  if (!file) return;
  state.file = file;
  void check();
}

/** As if it had been chosen in the field, which then shows its name. */
function chooseDropped(data: DataTransfer | null): void {
  if (!data || data.files.length === 0) return;
  archive.files = data.files;
  choose(data.files[0]);
}

/** Check what was chosen by what the form says now; a check under way is given up. */
async function check(): Promise<void> {
  const { file } = state;
  state.run.abort();
  state.run = new AbortController();
  const { signal } = state.run;
  const trust = await readTrust();
  if (!file || signal.aborted) return;
  clear();
  status.textContent = `Checking ${file.name} …`;
  progress.hidden = false;
  try {
    const onProgress = (done: number) => {
      progress.value = done;
    };
    const checked = await checkArchive({ file, trust, onProgress, signal });
    if (signal.aborted) release(checked);
    else show(file, checked);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function clear(): void {
  if (state.shown) release(state.shown);
  state.shown = null;
  delete main.dataset['verdict'];
  main.setAttribute('aria-busy', 'true');
  result.replaceChildren();
  actions.hidden = true;
  progress.value = 0;
  document.title = TITLE;
  marks.replaceSync('');
}

function release({ images }: CheckedArchive): void {
  for (const { src } of images) URL.revokeObjectURL(src);
}

function show(file: File, checked: CheckedArchive): void {
  const { verdict } = checked;
  const { bundleId, manifestSha256, status: verdictStatus } = verdict;
  state.shown = checked;
  if (bundleId && manifestSha256) {
    marks.replaceSync(printMarks(bundleId, manifestSha256));
    // Becomes the proposed name of a printed file.
    document.title = `${bundleId} ${verdictStatus}`;
  }
  result.replaceChildren(mount(buildReport(checked)));
  progress.hidden = true;
  actions.hidden = false;
  status.textContent = `${file.name}: ${wordVerdict(verdict).heading}.`;
  main.setAttribute('aria-busy', 'false');
  main.dataset['verdict'] = verdictStatus;
}

function saveVerdict(): void {
  if (!state.shown) return;
  const { verdict } = state.shown;
  const json = new Blob([JSON.stringify(toVerdictJson(verdict), null, 2)], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(json);
  link.download = `${verdict.bundleId ?? 'archive'}-verdict.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}

archive.addEventListener('change', () => choose(archive.files?.[0]));
print.addEventListener('click', () => window.print());
save.addEventListener('click', saveVerdict);
startTrustForm(() => void check());

// Anywhere on the page: a file dropped beside its place would otherwise be opened instead of the page.
for (const type of ['dragover', 'dragleave', 'drop'] as const) {
  document.addEventListener(type, (event) => {
    event.preventDefault();
    drop.classList.toggle('over', type === 'dragover');
    if (type === 'drop') chooseDropped(event.dataTransfer);
  });
}
