# joust chart latency-by-connections-static-52: every report writes it anew; to change it, change a copy under another name.
# Latency against connections: 52 B
# Data: latency-by-connections-static-52.dat. To draw it again, in this folder: gnuplot latency-by-connections-static-52.gp
reset
set encoding utf8
set decimalsign '.'
set datafile separator whitespace
set datafile missing '?'
stem = 'latency-by-connections-static-52'
data = 'latency-by-connections-static-52.dat'
width = 1000
height = 674
stats data index 0 using 1 nooutput
records = STATS_records
X(pixels) = pixels / (1.0 * width)
Y(pixels) = 1 - pixels / (1.0 * height)

text1 = 'Latency against connections: 52 B'
text2 = 'Static files, keep-alive; client: joust-load; lower is better; shown, not judged'
text5 = 'evhttp'
text8 = 'nginx_1_24'
text11 = '50% {x}'
text14 = 'joust-null (anchor)'
text15 = '10 blocks a cell, windows of 250 ms after 100 ms of warm-up, closed loop; margin 3 %; bars: 99 % intervals. Points of one level stand side by side.'
text16 = 'Send to last byte, valid visits merged. In a closed loop latency is connections over rate, said again: it is shown, never judged.'
text17 = 'AMD EPYC 7B13 64-Core Processor, 2 CPUs, Linux 6.1.0-25-amd64, kvm, server on CPU 0, client on CPU 1. Run static-20261130T163904Z, joust 0.1.0.'
text18 = 'latency p50 [us]'
text19 = 'connections'
text20 = 'latency p99 [us]'
text21 = 'connections'

# Lines 1 to 4: contenders; from 101: their bars
set style line 1 lc rgb '#0072B2' lw 1.8 dt solid pt 7 ps 1
set style line 101 lc rgb '#0072B2' lw 1.2 dt solid pt 0 ps 1
set style line 2 lc rgb '#D55E00' lw 1.8 dt (14,5) pt 5 ps 0.9
set style line 102 lc rgb '#D55E00' lw 1.2 dt solid pt 0 ps 0.9
set style line 3 lc rgb '#009E73' lw 1.8 dt (5,4) pt 9 ps 1.05
set style line 103 lc rgb '#009E73' lw 1.2 dt solid pt 0 ps 1.05
set style line 4 lc rgb '#9A9A9A' lw 1.8 dt (7,6) pt 1 ps 0.9
set style line 104 lc rgb '#9A9A9A' lw 1.2 dt solid pt 0 ps 0.9
set border 3 lc rgb '#8C8C8C' lw 1
set tics nomirror out scale 0.6 tc rgb '#222222'
set grid xtics ytics lt 1 lc rgb '#E4E4E4' lw 0.8
set bars 0.5
unset key

do for [format in 'svg png'] {
  if (format eq 'svg') {
    set terminal svg size width,height fixed noenhanced butt background rgb 'white' font 'Helvetica, Arial, sans-serif,13'
  } else {
    set terminal pngcairo size 2*width,2*height noenhanced butt background rgb 'white' font 'Sans,13' fontscale 1.5 linewidth 2 pointscale 2.2 dashlength 1.2
  }
  set output stem . '.' . format
  set label 1 text1 at screen X(28), screen Y(28) left font ',18' tc rgb '#222222'
  set label 2 text2 at screen X(28), screen Y(55) left font ',13' tc rgb '#5A5A5A'
  set arrow 3 from screen X(28), screen Y(87) to screen X(62), screen Y(87) nohead lc rgb '#0072B2' lw 1.8 dt solid
  set label 4 '' at screen X(45), screen Y(87) point pt 7 ps 1 lw 1.5 lc rgb '#0072B2'
  set label 5 text5 at screen X(70), screen Y(87) left font ',13' tc rgb '#222222'
  set arrow 6 from screen X(143.68), screen Y(87) to screen X(177.68), screen Y(87) nohead lc rgb '#D55E00' lw 1.8 dt (14,5)
  set label 7 '' at screen X(160.68), screen Y(87) point pt 5 ps 0.9 lw 1.5 lc rgb '#D55E00'
  set label 8 text8 at screen X(185.68), screen Y(87) left font ',13' tc rgb '#222222'
  set arrow 9 from screen X(288.48), screen Y(87) to screen X(322.48), screen Y(87) nohead lc rgb '#009E73' lw 1.8 dt (5,4)
  set label 10 '' at screen X(305.48), screen Y(87) point pt 9 ps 1.05 lw 1.5 lc rgb '#009E73'
  set label 11 text11 at screen X(330.48), screen Y(87) left font ',13' tc rgb '#222222'
  set arrow 12 from screen X(415.808), screen Y(87) to screen X(449.808), screen Y(87) nohead lc rgb '#9A9A9A' lw 1.8 dt (7,6)
  set label 13 '' at screen X(432.808), screen Y(87) point pt 1 ps 0.9 lw 1.5 lc rgb '#9A9A9A'
  set label 14 text14 at screen X(457.808), screen Y(87) left font ',13' tc rgb '#222222'
  set label 15 text15 at screen X(28), screen Y(615) left font ',11' tc rgb '#5A5A5A'
  set label 16 text16 at screen X(28), screen Y(632) left font ',11' tc rgb '#5A5A5A'
  set label 17 text17 at screen X(28), screen Y(649) left font ',11' tc rgb '#5A5A5A'
  set multiplot
  set label 18 text18 at screen X(28), screen Y(129) left font ',13' tc rgb '#222222'
  set label 19 text19 at screen X(279.93), screen Y(579) center font ',13' tc rgb '#222222'
  set lmargin at screen X(81.86); set rmargin at screen X(478)
  set tmargin at screen Y(151); set bmargin at screen Y(531)
  set logscale x; set xrange [0.575439937:173.780083]
  set logscale y; set yrange [10:5000]
  set xtics ('1' 1, '10' 10, '100' 100)
  set ytics ('10' 10, '20' 20, '50' 50, '100' 100, '200' 200, '500' 500, '1 000' 1000, '2 000' 2000, '5 000' 5000)
  unit = 1000.0
  plot \
    data index 0 using ($1*0.89108):($2/unit):($3/unit):($4/unit) with yerrorbars ls 101, \
    data index 1 using ($1):($2/unit):($3/unit):($4/unit) with yerrorbars ls 102, \
    data index 2 using ($1*1.12223):($2/unit):($3/unit):($4/unit) with yerrorbars ls 103, \
    data index 3 using ($1):($2/unit):($3/unit):($4/unit) with yerrorbars ls 104, \
    data index 0 using ($1*0.89108):($2/unit) with linespoints ls 1, \
    data index 1 using ($1):($2/unit) with linespoints ls 2, \
    data index 2 using ($1*1.12223):($2/unit) with linespoints ls 3, \
    data index 3 using ($1):($2/unit) with linespoints ls 4
  unset label; unset arrow
  set label 20 text20 at screen X(522), screen Y(129) left font ',13' tc rgb '#222222'
  set label 21 text21 at screen X(773.93), screen Y(579) center font ',13' tc rgb '#222222'
  set lmargin at screen X(575.86); set rmargin at screen X(972)
  set tmargin at screen Y(151); set bmargin at screen Y(531)
  set logscale x; set xrange [0.575439937:173.780083]
  set logscale y; set yrange [10:5000]
  set xtics ('1' 1, '10' 10, '100' 100)
  set ytics ('10' 10, '20' 20, '50' 50, '100' 100, '200' 200, '500' 500, '1 000' 1000, '2 000' 2000, '5 000' 5000)
  unit = 1000.0
  plot \
    data index 4 using ($1*0.89108):($2/unit):($3/unit):($4/unit) with yerrorbars ls 101, \
    data index 5 using ($1):($2/unit):($3/unit):($4/unit) with yerrorbars ls 102, \
    data index 6 using ($1*1.12223):($2/unit):($3/unit):($4/unit) with yerrorbars ls 103, \
    data index 7 using ($1):($2/unit):($3/unit):($4/unit) with yerrorbars ls 104, \
    data index 4 using ($1*0.89108):($2/unit) with linespoints ls 1, \
    data index 5 using ($1):($2/unit) with linespoints ls 2, \
    data index 6 using ($1*1.12223):($2/unit) with linespoints ls 3, \
    data index 7 using ($1):($2/unit) with linespoints ls 4
  unset label; unset arrow
  unset multiplot
  unset output
}
