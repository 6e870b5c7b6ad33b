interface Props {
  /** Identifies and describes the input. */
  shared: object;
  /** The image in base64. */
  value: string;
  onChange: (value: string) => void;
}

/** Reads an image file, and shows it. */
export function ImageInput({ shared, value, onChange }: Props) {
  const read = (file: File | undefined): void => {
    if (file === undefined) {
      onChange('');
      return;
    }
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string') onChange(base64In(reader.result));
    });
    reader.readAsDataURL(file);
  };
  return (
    <>
      <input
        {...shared}
        type="file"
        accept="image/png,image/jpeg"
        onChange={(it) => read(it.target.files?.[0])}
      />
      {value !== '' && (
        <img
          alt="Preview"
          src={`data:${value.startsWith('/9j/') ? 'image/jpeg' : 'image/png'};base64,${value}`}
          className="mt-2 max-h-24 max-w-full rounded border border-line bg-white p-2"
        />
      )}
    </>
  );
}

/** Returns the content of a data URL, which ends with it. */
function base64In(dataUrl: string): string {
  return dataUrl.slice(dataUrl.indexOf(',') + 1);
}
