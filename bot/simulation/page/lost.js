// A bookmark of earlier versions: the secret followed the #.
if (location.hash.length > 1) location.replace(`/${location.hash.slice(1)}`);
