/** The styles of documents. They name installed fonts only, because a document makes no requests. */
export const STYLES = `
*{box-sizing:border-box}
body{margin:0;background:#f3f4f6;color:#111;font:15px/1.5 "Noto Sans","Segoe UI","Helvetica Neue",Arial,sans-serif}
main,footer{max-width:210mm;margin:0 auto;padding:12mm 16mm;background:#fff}
main{margin-top:8mm;border-top:4px solid var(--accent)}
footer{padding-top:0;margin-bottom:8mm;color:#444;font-size:13px}
h1{margin:0 0 6mm;font-size:26px;line-height:1.2}
h2{margin:0 0 1mm;font-size:13px;font-weight:600;color:#444}
p{margin:0 0 2mm;overflow-wrap:anywhere}
.strong{font-weight:700}
.small{margin-top:8mm;font-size:13px;color:#333}
.stamp{display:inline-block;margin:0 0 6mm;padding:1mm 5mm;border:3px solid var(--accent);font-size:20px;font-weight:700;letter-spacing:.08em}
img{display:block;width:auto;height:auto;max-width:60mm;max-height:22mm;margin-bottom:6mm}
.columns{display:flex;flex-wrap:wrap;gap:6mm 12mm;margin-bottom:6mm}
.columns>*{flex:1 1 60mm;min-width:0}
dl{display:flex;flex-wrap:wrap;gap:3mm 12mm;margin:0 0 8mm}
dt{font-size:13px;color:#444}
dd{margin:0}
table{width:100%;margin-bottom:8mm;border-collapse:collapse}
caption{padding-bottom:1mm;text-align:start;font-size:13px;font-weight:600;color:#444}
th,td{padding:1.5mm 2mm;border-bottom:1px solid #d5d8dc;text-align:start;vertical-align:top;font-weight:400;overflow-wrap:anywhere}
thead th{border-bottom:2px solid var(--accent);font-weight:600}
th:first-child{padding-inline-start:0}
th:last-child,td:last-child{padding-inline-end:0}
.end{text-align:end;font-variant-numeric:tabular-nums;overflow-wrap:normal}
tr.strong>*{font-weight:700}
@media (max-width:600px){main,footer{padding:6mm 4mm}body{font-size:14px}}
@media print{
@page{size:A4;margin:16mm}
body{background:#fff;font-size:10pt}
main,footer{max-width:none;margin:0;padding:0}
main{padding-top:4mm}
thead{display:table-header-group}
tr,.columns,dl,img{break-inside:avoid}
h1,h2,caption{break-after:avoid}
}`;
