"""Vectors of evidence format 1, from the format's text alone (Python's standard library, no code of the service)."""
import hashlib, hmac, json, pathlib

sha = lambda b: hashlib.sha256(b).digest()
leaf = lambda entry: sha(b"\0" + entry)
node = lambda l, r: sha(b"\1" + l + r)

def hkdf(secret, info, length):
    key = hmac.new(bytes(32), secret, hashlib.sha256).digest()
    return hmac.new(key, info + b"\1", hashlib.sha256).digest()[:length]

def mth(leaves):
    if not leaves: return sha(b"")
    if len(leaves) == 1: return leaves[0]
    k = 1
    while k * 2 < len(leaves): k *= 2
    return node(mth(leaves[:k]), mth(leaves[k:]))

secret = bytes(range(32))
text = ("# Überschrift\n\n" + "A paragraph with € and ☃. " * 20 + "\n\n" + "Short. " * 40 + "\n\n" + "Ende.\n").encode()
bounds, cuts = [0, 480, 700, len(text)], []
content_sha = hashlib.sha256(text).hexdigest()
while any((text[b] & 0xC0) == 0x80 for b in bounds[:-1]):
    bounds = [b + 1 if b < len(text) and (text[b] & 0xC0) == 0x80 else b for b in bounds]
chunks, leaves = [], []
for i, (start, end) in enumerate(zip(bounds, bounds[1:])):
    salt = hkdf(secret, f"affiant-chunk-salt/v1:{i}".encode(), 16).hex()
    entry = f"affiant-chunk/v1\n{content_sha}\n{i}\n{start}-{end}\n{salt}\n".encode() + text[start:end]
    leaves.append(leaf(entry))
    chunks.append({"index": i, "start": start, "end": end, "salt": salt, "leaf_hash": leaves[-1].hex()})
out = {"secret": secret.hex(), "content": text.decode(), "content_sha256": content_sha, "chunks": chunks, "root": mth(leaves).hex(),
       "roots_by_size": [mth(leaves[:n]).hex() for n in range(len(leaves) + 1)]}
pathlib.Path(__file__).with_name("chunk-tree.json").write_text(json.dumps(out, ensure_ascii=False, indent=1) + "\n")
